/**
 * Plan cache by shape: statements that differ only in literals share a plan, whose parameters the
 * literals are.
 *
 * <p>Start at {@link dev.colonnade.sql.frontend.shape.ShapeCache}. A scan of the tokens finds the
 * shape of a text ({@code ShapeScan}); the syntax decides once for each shape which literals are
 * parameters ({@code LiteralChoice}); the other literals are part of the plan's key. Depends on
 * {@code sql.lexer}, {@code sql.syntax}, {@code sql.frontend.plan} and {@code sql.statement}.
 */
@NullMarked
package dev.colonnade.sql.frontend.shape;

import org.jspecify.annotations.NullMarked;
