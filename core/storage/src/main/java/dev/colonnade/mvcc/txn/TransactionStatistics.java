package dev.colonnade.mvcc.txn;

import dev.colonnade.mvcc.lock.LockStatistics;

/**
 * Statistics of all transactions of a database.
 *
 * @param active transactions that are currently active
 * @param committed transactions committed since the database was opened
 * @param rolledBack transactions rolled back since then, for any reason
 * @param conflicts serializable transactions that failed because a row they had read has changed
 * @param refreshes read refreshes: transactions moved forward to a later timestamp
 * @param lookups read validations in the store, because the read was older than the tracked changes
 * @param locks statistics of the lock table
 */
public record TransactionStatistics(
    long active,
    long committed,
    long rolledBack,
    long conflicts,
    long refreshes,
    long lookups,
    LockStatistics locks) {}
