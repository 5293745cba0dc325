package dev.colonnade.client.net;

/** What may be done about a request that failed after it was sent. */
public enum Repeatability {
  /** It changes nothing: it may be sent again. */
  READ,
  /** It changes something: it is never sent twice, and may have happened. */
  CHANGE
}
