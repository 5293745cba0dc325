package dev.colonnade.mvcc.txn;

import dev.colonnade.mvcc.lock.LockStatistics;

/**
 * Figures of all transactions of a database.
 *
 * @param active at this moment
 * @param committed since the database was opened
 * @param rolledBack since then, whatever for
 * @param conflicts serializable ones that failed because something they had read had changed
 * @param refreshes how often one was moved forward to read at a later moment
 * @param lookups how often what one had read was looked up in the store, because it was too long
 *     ago for memory
 */
public record TransactionStatistics(
    long active,
    long committed,
    long rolledBack,
    long conflicts,
    long refreshes,
    long lookups,
    LockStatistics locks) {}
