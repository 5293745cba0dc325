/**
 * SQL: statements in, results out. Parses, validates and plans with Calcite, of which nothing is
 * seen outside; the dialect is PostgreSQL's.
 *
 * <p>Start at {@link dev.colonnade.sql.SqlSession}. A statement travels through {@code sql.parse},
 * {@code sql.statement}, {@code sql.plan} and {@code sql.run}, and reads and writes through {@code
 * sql.access}, which the engine implements. Depends on {@code catalog}, {@code scan}, {@code type}
 * and {@code key}.
 */
@NullMarked
package dev.colonnade.sql;

import org.jspecify.annotations.NullMarked;
