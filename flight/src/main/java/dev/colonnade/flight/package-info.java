/**
 * Port of Arrow Flight SQL; {@link dev.colonnade.flight.FlightSqlPort} is where it is put together.
 */
@NullMarked
package dev.colonnade.flight;

import org.jspecify.annotations.NullMarked;
