package dev.colonnade.sql.compare.statement;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Schema;

/** Generator of queries and changes of the tables of a schema; equal seeds, equal statements. */
public final class StatementGenerator {
  private static final int CHANGE_PERCENT = 15;
  private static final int WRONG_PERCENT = Integer.getInteger("colonnade.compare.wrongPercent", 0);

  private final Choices choices;
  private final Schema schema;

  public StatementGenerator(long seed, Schema schema) {
    choices = new Choices(seed);
    this.schema = schema;
  }

  /** Returns a statement. */
  public TestStatement next() {
    TestStatement valid = valid();
    return choices.percent(WRONG_PERCENT)
        ? valid.with(new WrongStatements(choices).next(valid.node()))
        : valid;
  }

  private TestStatement valid() {
    GenerationContext context = new GenerationContext(choices, schema);
    QueryGenerator queries = new QueryGenerator(context);
    return choices.percent(CHANGE_PERCENT)
        ? new TestStatement(new ChangeGenerator(context, queries).next(), true)
        : new TestStatement(new SelectGenerator(context, queries).statement(), false);
  }
}
