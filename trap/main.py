import random
random.shuffle([1, 2, 3])
