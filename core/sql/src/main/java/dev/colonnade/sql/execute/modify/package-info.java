/**
 * Operators of statements that change or lock rows: INSERT with ON CONFLICT, UPDATE, DELETE, MERGE,
 * SELECT FOR UPDATE, and WITH of which an item changes rows. An operator first reads its source to
 * the end, so that a statement does not see its own changes, then writes, and at last returns the
 * rows of RETURNING. Constraints and indexes are enforced by the engine behind {@link
 * dev.colonnade.sql.access.StatementWrites}.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.modify.ModifyOperator}. Depends on {@code
 * sql.execute}, {@code sql.physical}, {@code sql.access}, {@code sql.vector}, {@code sql.type} and
 * the catalog.
 */
@NullMarked
package dev.colonnade.sql.execute.modify;

import org.jspecify.annotations.NullMarked;
