/**
 * Errors of the client.
 *
 * <p>{@link dev.colonnade.client.error.ClientException} is the only exception type of the client;
 * {@link dev.colonnade.client.error.ClientError} lists the errors that the client detects itself,
 * while other numbers are those of the server. May depend on {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.error;

import org.jspecify.annotations.NullMarked;
