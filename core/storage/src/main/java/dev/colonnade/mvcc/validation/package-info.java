/**
 * Validation of serializable transactions at commit: their read set (key spans, hence predicates)
 * against the recent changes of other transactions. Run by the leader of the commit pipeline.
 *
 * <p>Start at {@link dev.colonnade.mvcc.validation.ReadValidation}. May depend on {@code mvcc},
 * {@code mvcc.mutation}, {@code mvcc.commit.extension}, {@code store}, {@code key}, {@code clock}
 * and {@code error}.
 */
@NullMarked
package dev.colonnade.mvcc.validation;

import org.jspecify.annotations.NullMarked;
