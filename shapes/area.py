print("  running", __name__)
def square(side): return side * side
if __name__ == "__main__": print("  square(3) =", square(3))
