/** Texts of intervals in the forms of PostgreSQL and of ISO 8601. */
@NullMarked
package dev.colonnade.sql.function.interval;

import org.jspecify.annotations.NullMarked;
