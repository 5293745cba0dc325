/**
 * Sessions of clients: their SQL sessions, transactions, prepared statements and running
 * statements.
 */
@NullMarked
package dev.colonnade.flight.session;

import org.jspecify.annotations.NullMarked;
