/**
 * Interface to the port of Arrow Flight SQL, which an optional module implements, so that a server
 * without it needs neither gRPC nor Arrow's vectors. {@link
 * dev.colonnade.server.flight.FlightPortProvider} finds the module.
 */
@NullMarked
package dev.colonnade.server.flight;

import org.jspecify.annotations.NullMarked;
