/** In the browser: a page whose script comes to its registration only after the newest version has taken over. */
export function delayRegistration(): void {
  const container = navigator.serviceWorker;
  const register = container.register.bind(container);
  container.register = async (...given) => {
    const registration = await container.getRegistration();
    await registration?.update();
    const newest = registration?.installing ?? registration?.waiting;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const look = (): void => { if (!newest || newest.state === 'activated') resolve(undefined); };
    newest?.addEventListener('statechange', look);
    look();
    await promise;
    return register(...given);
  };
}
