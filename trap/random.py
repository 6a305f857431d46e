print("  running my own random.py")
