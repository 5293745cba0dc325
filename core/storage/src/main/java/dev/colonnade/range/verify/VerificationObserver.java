package dev.colonnade.range.verify;

/** Observer of the progress of a verification. Called by the verifying thread. */
public interface VerificationObserver {
  /** Observer that does nothing. */
  VerificationObserver NONE =
      new VerificationObserver() {
        @Override
        public void expecting(long keyCount) {}

        @Override
        public void walked(long keyCount) {}
      };

  /** Called at the begin with the estimated number of keys to visit: each key is visited twice. */
  void expecting(long keyCount);

  /** Called when {@code keyCount} more keys were visited. */
  void walked(long keyCount);
}
