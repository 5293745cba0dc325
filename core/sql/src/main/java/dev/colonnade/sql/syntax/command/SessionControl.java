package dev.colonnade.sql.syntax.command;

/** Command that the session runs itself: it controls its transactions, cursors and statements. */
public sealed interface SessionControl extends Command
    permits TransactionCommand, CursorCommand, PreparedCommand, SessionCommand {}
