/**
 * Requests with retries: the execution of a request over several attempts, according to its
 * idempotency, and the timeout of all attempts together.
 *
 * <p>Start with {@link dev.colonnade.client.request.Requests}. May depend on {@code client.net},
 * {@code client.error} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.request;

import org.jspecify.annotations.NullMarked;
