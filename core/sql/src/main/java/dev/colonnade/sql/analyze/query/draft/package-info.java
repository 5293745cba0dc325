/**
 * Drafts: analyzed queries whose undecided columns get their types from outside.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.query.draft.QueryDraft}.
 */
@NullMarked
package dev.colonnade.sql.analyze.query.draft;

import org.jspecify.annotations.NullMarked;
