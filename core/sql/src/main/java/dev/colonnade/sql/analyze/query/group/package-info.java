/**
 * Analysis of GROUP BY and of expressions over groups.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.query.group.Grouping}.
 */
@NullMarked
package dev.colonnade.sql.analyze.query.group;

import org.jspecify.annotations.NullMarked;
