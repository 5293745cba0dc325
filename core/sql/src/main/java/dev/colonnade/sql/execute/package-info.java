/**
 * Execution: operators that pull batches of vectors from their inputs. The sub-packages have one
 * operator a file: {@code scan}, {@code row}, {@code join}, {@code aggregate}, {@code window},
 * {@code set}; {@code memory} has the memory accounts, {@code spill} the files of what does not
 * fit.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.Operator}. Depends on {@code sql.expression}, {@code
 * sql.vector}, {@code sql.execute.memory}, {@code sql.execute.spill} and {@code clock}.
 */
@NullMarked
package dev.colonnade.sql.execute;

import org.jspecify.annotations.NullMarked;
