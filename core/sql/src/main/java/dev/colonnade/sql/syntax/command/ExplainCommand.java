package dev.colonnade.sql.syntax.command;

import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.Statement;
import java.util.List;

/** {@code EXPLAIN}; the options of the older form have the same names. */
public record ExplainCommand(List<Option> options, Statement statement, int position)
    implements Command {}
