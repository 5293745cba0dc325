/**
 * Access paths of tables in physical plans: the rows or an index, in which order, by which
 * predicates.
 *
 * <p>Start at {@link dev.colonnade.sql.physical.access.TableAccess}.
 */
@NullMarked
package dev.colonnade.sql.physical.access;

import org.jspecify.annotations.NullMarked;
