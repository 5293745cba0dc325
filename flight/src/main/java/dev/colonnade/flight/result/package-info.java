/** Results as streams of record batches. */
@NullMarked
package dev.colonnade.flight.result;

import org.jspecify.annotations.NullMarked;
