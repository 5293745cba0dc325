/**
 * Interface between SQL and the engine, which implements it (dependency inversion). Start at {@link
 * dev.colonnade.sql.access.StatementTransaction}, the access of one statement, divided by role; a
 * {@link dev.colonnade.sql.access.SessionTransaction} spans several statements. May depend on
 * {@code catalog}, {@code scan}, {@code sequence}, {@code statistics}, {@code advisory}, {@code
 * mvcc.lock}, {@code mvcc.txn} and {@code key}, and on {@code sql.notification} and {@code
 * sql.activity}.
 */
@NullMarked
package dev.colonnade.sql.access;

import org.jspecify.annotations.NullMarked;
