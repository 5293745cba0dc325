/**
 * Row producers of the tables of {@code pg_catalog} and {@code information_schema}.
 *
 * <p>Start at {@link dev.colonnade.sql.system.table.SystemTableScan}. Depends on {@code
 * sql.system}, {@code sql.system.object}, {@code sql.setting}, {@code catalog}, {@code statistics},
 * {@code advisory}, {@code mvcc.lock} and {@code key}.
 */
@NullMarked
package dev.colonnade.sql.system.table;

import org.jspecify.annotations.NullMarked;
