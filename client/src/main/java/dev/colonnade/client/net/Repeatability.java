package dev.colonnade.client.net;

/** What may be done about a request that failed after it was sent. */
public enum Repeatability {
  /** It changes nothing: it may be sent again. */
  READ,
  /** It changes something: it is never sent twice, and may have happened. */
  CHANGE,
  /**
   * It takes something of which there is more, such as a value of a sequence: it is never sent
   * twice, since what is lost on the way leaves a gap; but its caller may well ask again.
   */
  TAKE
}
