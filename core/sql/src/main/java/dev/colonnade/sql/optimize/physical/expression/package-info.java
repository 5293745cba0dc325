/**
 * Translation of expressions over variables into expressions over columns by position.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.physical.expression.ExpressionTranslator}.
 */
@NullMarked
package dev.colonnade.sql.optimize.physical.expression;

import org.jspecify.annotations.NullMarked;
