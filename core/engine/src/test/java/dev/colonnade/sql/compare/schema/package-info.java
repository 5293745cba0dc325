/**
 * Random tables with rows, constraints and indexes, for the comparison with PostgreSQL.
 *
 * <p>Start with {@link dev.colonnade.sql.compare.schema.SchemaGenerator}. Depends on the Java
 * library only.
 */
@NullMarked
package dev.colonnade.sql.compare.schema;

import org.jspecify.annotations.NullMarked;
