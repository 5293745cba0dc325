package dev.colonnade.sql.access.row;

/** Locking of the keys of rows that are inserted together. */
public enum InsertLocking {
  /** An insert waits for another transaction that has inserted or locked the same key. */
  LOCK,

  /** Of two transactions that insert the same key, the first to commit wins. */
  NONE
}
