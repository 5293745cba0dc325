/** Errors as statuses of Flight. */
@NullMarked
package dev.colonnade.flight.status;

import org.jspecify.annotations.NullMarked;
