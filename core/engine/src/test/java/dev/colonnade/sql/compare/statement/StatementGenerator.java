package dev.colonnade.sql.compare.statement;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Schema;

/** Generator of queries and changes of the tables of a schema; equal seeds, equal statements. */
public final class StatementGenerator {
  private static final int CHANGE_PERCENT = 15;

  private final Choices choices;
  private final Schema schema;

  public StatementGenerator(long seed, Schema schema) {
    choices = new Choices(seed);
    this.schema = schema;
  }

  /** Returns a statement. */
  public TestStatement next() {
    GenerationContext context = new GenerationContext(choices, schema);
    QueryGenerator queries = new QueryGenerator(context);
    return choices.percent(CHANGE_PERCENT)
        ? new TestStatement(new ChangeGenerator(context, queries).next(), true)
        : new TestStatement(new SelectGenerator(context, queries).statement(), false);
  }
}
