package dev.colonnade.store;

/**
 * Age of the state that a copy of a store serves: what was committed before that age is contained
 * in it. Thread-safe.
 */
public interface Freshness {
  /** Freshness of a store that is not a follower's copy: it contains all commits. */
  Freshness CURRENT =
      new Freshness() {
        @Override
        public boolean isWithin(long ageNanosMax) {
          return true;
        }

        @Override
        public void require(long ageNanosMax) {}
      };

  /**
   * Returns whether the state is known to contain everything that was committed {@code ageNanosMax}
   * before this call. Never blocks.
   *
   * @param ageNanosMax 0 for everything that was committed before the call
   */
  boolean isWithin(long ageNanosMax);

  /**
   * Waits until the state contains everything that was committed {@code ageNanosMax} before this
   * call; throws SERIALIZATION_FAILURE if that cannot be established in a few seconds.
   */
  void require(long ageNanosMax);
}
