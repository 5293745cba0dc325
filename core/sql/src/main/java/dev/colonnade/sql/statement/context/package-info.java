/**
 * Services of a statement for the functions that it calls: its clocks, sequences, settings and
 * advisory locks.
 */
@NullMarked
package dev.colonnade.sql.statement.context;

import org.jspecify.annotations.NullMarked;
