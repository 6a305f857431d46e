import type { KernelLabels } from './kernel-labels.ts';

export const kernelLabels: KernelLabels = {
  bar: '内核',
  phase: {
    off: '未连接', connecting: '正在连接', idle: '就绪', busy: '运行中', stopping: '正在停止',
    restarting: '正在重启', reconnecting: '正在重新连接', unauthorized: '服务器不再接受这个令牌', lost: '内核已丢失',
  },
  connect: '连接', newToken: '输入新令牌', disconnect: '关闭内核', runAll: '全部运行', stop: '停止', stopNow: '重启以停止', restart: '重启',
  cancel: '取消', stopServer: '停止我的服务器', openLab: '在 JupyterLab 中打开',
  details: '机器信息', server: '服务器', gpu: 'GPU', memory: (used, total) => `显存已用 ${used} / ${total} GiB`, noGpu: '未找到 NVIDIA GPU',
  driver: '驱动', nvcc: 'nvcc', none: '未找到',
  keepOnLeave: '离开本页面时保留内核',
  keepHint: '内核会继续占用显存。在此标签页中回到本页面即可重新接上。',
  cannotKeep: '只有在此标签页记住令牌时才能保留：没有令牌就无法再回到这个内核。',
  stillRuns: (host) => `你的内核仍在 ${host} 上运行`,
  takeUp: '重新接上',
};
