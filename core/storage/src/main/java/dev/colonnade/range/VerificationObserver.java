package dev.colonnade.range;

/** Is told how far a verification is, by the thread that verifies. */
public interface VerificationObserver {
  /** Does not look. */
  VerificationObserver NONE =
      new VerificationObserver() {
        @Override
        public void expecting(long keyCount) {}

        @Override
        public void walked(long keyCount) {}
      };

  /** It begins, and will walk about so many keys: all of them twice. */
  void expecting(long keyCount);

  /** So many more were walked. */
  void walked(long keyCount);
}
