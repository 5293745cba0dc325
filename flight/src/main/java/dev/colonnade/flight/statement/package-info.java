/** Execution of statements, prepared statements and transactions. */
@NullMarked
package dev.colonnade.flight.statement;

import org.jspecify.annotations.NullMarked;
