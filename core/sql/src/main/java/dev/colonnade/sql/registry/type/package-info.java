/**
 * Types of SQL: one declaration for each type of PostgreSQL, in the resource {@code types.txt}, and
 * references to types with modifiers.
 *
 * <p>Start at {@link dev.colonnade.sql.registry.type.Types}, which finds built-in types and those
 * of a catalog: enums, domains and composite types. Depends on {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.registry.type;

import org.jspecify.annotations.NullMarked;
