package dev.colonnade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.tidy.Tidy;
import org.junit.jupiter.api.Test;

/** Style of the sources of this module. */
class SqlTidyTest {
  @Test
  void shouldBeTidy() {
    Tidy tidy =
        Tidy.ofModule()
            // Recursive descent: queries have expressions, expressions have subqueries.
            .toleratingCycle(
                "ChangeParser",
                "ClauseParser",
                "ExpressionParser",
                "FromParser",
                "FunctionParser",
                "KeywordExpressionParser",
                "PredicateParser",
                "PrimaryParser",
                "QueryGrammar",
                "QueryParser",
                "SelectParser",
                "SpecialCallParser",
                "TypeParser",
                "WithParser")
            .toleratingCycle(
                "CallPrinter",
                "ChangePrinter",
                "ClausePrinter",
                "ExpressionPrinter",
                "FromPrinter",
                "PredicatePrinter",
                "Printers",
                "QueryPrinter",
                "TypePrinter")
            .toleratingCycle("ClauseWriter", "ExpressionWriter", "QueryWriter", "SourceWriter")
            .toleratingCycle("CallNodes", "NodeBuilder", "PredicateNodes", "WindowNodes")
            .toleratingCycle("QueryBuilder", "SelectBuilder", "SourceBuilder")
            // As above: a schema is created with definitions in it.
            .toleratingCycle("AlterParser", "CreateParser", "DefinitionParser", "DropParser")
            // A fragment declares variables, whose defaults are fragments.
            .toleratingCycle("BlockVariable", "SqlFragment")
            // Recursive descent: blocks have statements, statements have blocks.
            .toleratingCycle("BlockParser", "StepParser")
            // Accounts know their parent, and create their children.
            .toleratingCycle("MemoryPool", "OperatorMemory", "QueryMemory")
            // As above: the directory, the space of a query in it, a file in that.
            .toleratingCycle("SpillDirectory", "SpillFile", "SpillSpace")
            // A reader reads what its writer has written so far.
            .toleratingCycle("SpillReader", "SpillWriter")
            // Recursion: expressions have subqueries, whose evaluation evaluates expressions.
            .toleratingCycle(
                "Evaluation", "Expression", "OuterReads", "OuterReference", "SubqueryExecutor")
            // Recursion over plans.
            .toleratingCycle(
                "AggregateDescriber", "JoinDescriber", "PlanDescriber", "SetDescriber");
    assertThat(tidy.violations()).isEmpty();
  }
}
