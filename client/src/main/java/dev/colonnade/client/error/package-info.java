/**
 * What a client reports as wrong.
 *
 * <p>{@link dev.colonnade.client.error.ClientException} is the one exception of the client; {@link
 * dev.colonnade.client.error.ClientError} lists what the client finds by itself, while other
 * numbers are the server's. May depend on {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.error;

import org.jspecify.annotations.NullMarked;
