/**
 * Abstract syntax of SQL: statements, and the names in them. Families of records, sealed within
 * their packages, are in {@code query}, {@code definition} and {@code command}. Offsets are
 * characters of the statement's text from 0. Depends on nothing.
 */
@NullMarked
package dev.colonnade.sql.syntax;

import org.jspecify.annotations.NullMarked;
