/**
 * The wire protocol: requests, responses, their layouts and their codec.
 *
 * <p>Depends on nothing of ours; Arrow batches pass as opaque bytes.
 */
@NullMarked
package dev.colonnade.protocol;

import org.jspecify.annotations.NullMarked;
