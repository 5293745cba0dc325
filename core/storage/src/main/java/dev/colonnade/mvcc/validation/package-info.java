/**
 * Whether what a transaction has read is still so when it commits: what it read, and what others
 * have changed of late. The commit pipeline's leader asks.
 */
@NullMarked
package dev.colonnade.mvcc.validation;

import org.jspecify.annotations.NullMarked;
