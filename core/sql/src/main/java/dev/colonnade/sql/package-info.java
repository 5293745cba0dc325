/**
 * SQL engine: executes the statements of sessions. The dialect is PostgreSQL's.
 *
 * <p>Start at {@link dev.colonnade.sql.SqlSession}. A statement passes through {@code
 * sql.prepared}, {@code sql.frontend} and {@code sql.run}, and reads and writes through {@code
 * sql.access}, which the engine implements. Depends on {@code sql.access}, {@code sql.session},
 * {@code sql.prepared}, {@code sql.result}, {@code sql.setting}, {@code sql.statement}, {@code
 * scan.request} and {@code advisory}.
 */
@NullMarked
package dev.colonnade.sql;

import org.jspecify.annotations.NullMarked;
