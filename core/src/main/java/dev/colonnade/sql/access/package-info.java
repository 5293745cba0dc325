/**
 * The door between SQL and what it runs on: a {@link dev.colonnade.sql.access.StatementTransaction}
 * gives a statement its timestamp, its catalogue and its rows, and takes its changes. The engine
 * implements it. Depends on {@code catalog}, {@code scan} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.access;

import org.jspecify.annotations.NullMarked;
