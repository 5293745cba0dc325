package dev.colonnade.client.request;

/** Idempotency of a request, which decides whether it may be retried after it was sent. */
public enum Idempotency {
  /** The request changes nothing and may be sent again. */
  READ,
  /** The request changes data: it is never sent twice, and its outcome may be unknown. */
  CHANGE,
  /**
   * The request allocates a resource of which there is more, such as a sequence value. It is never
   * sent twice, because a lost response leaves a gap; but the caller may send a new request.
   */
  ALLOCATE
}
