package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.sql.block.parse.BlockParser;
import dev.colonnade.sql.block.parse.BlockText;
import dev.colonnade.sql.block.parse.Fragment;
import dev.colonnade.sql.block.parse.Step;
import dev.colonnade.sql.block.parse.Variable;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Interpreter of a PL/pgSQL block, statement by statement. One instance for each run, one thread.
 */
public final class BlockInterpreter {
  private final BlockSession session;
  private final Variables variables;
  private final Evaluator evaluator;
  private final Raising raising;
  private final Statements statements;
  private final Loops loops;

  /** Errors that handlers are processing, the innermost first. */
  private final Deque<ColonnadeException> handled = new ArrayDeque<>();

  /** Number of running blocks that have exception handlers, each of which has a savepoint. */
  private int savepointCount;

  /** Last error that has its context lines already. */
  private @Nullable ColonnadeException placed;

  private BlockInterpreter(BlockSession session, BlockText text) {
    this.session = session;
    Conversions conversions = new Conversions(session);
    this.variables = new Variables(conversions, new Declarations(session).cells(text.variables()));
    this.evaluator = new Evaluator(session, variables);
    this.raising = new Raising(session, evaluator, variables);
    this.statements = new Statements(session, evaluator, variables, text.found());
    this.loops = new Loops(this::runIteration, evaluator, variables, statements);
  }

  /**
   * Runs the block of a text.
   *
   * @throws ColonnadeException with the position in the text if it is not valid, or with the line of the failed statement as its context
   */
  public static void run(String text, BlockSession session) {
    BlockText read = BlockParser.parse(text, session);
    new BlockInterpreter(session, read).run(read);
  }

  private void run(BlockText text) {
    variables.write(text.found(), truth(false));
    step(text.block());
  }

  private static Value truth(boolean value) {
    return Value.of(SqlType.of(TypeKind.BOOLEAN), value);
  }

  /** Runs statements until one of them leaves the list. */
  private Flow steps(List<Step> steps) {
    for (Step step : steps) {
      Flow flow = step(step);
      if (flow.kind() != Flow.Kind.NEXT) {
        return flow;
      }
    }
    return Flow.NEXT;
  }

  /**
   * Runs one iteration of a loop; checks for cancellation, so that an empty loop can be canceled too.
   */
  private Flow runIteration(List<Step> body) {
    session.checkCanceled();
    return steps(body);
  }

  private Flow step(Step step) {
    try {
      session.checkCanceled();
      return run(step);
    } catch (ColonnadeException e) {
      throw placed(e, step.line(), " at " + title(step));
    }
  }

  private ColonnadeException placed(ColonnadeException e, int line, String what) {
    if (e == placed) {
      return e;
    }
    ErrorOrigin origin = e.fields().origin().within(place(line, what));
    // A position in a text that is not the client's is part of the context only.
    placed = e.with(e.fields().withOrigin(origin).withPosition(0));
    return placed;
  }

  private static String place(int line, String what) {
    return "PL/pgSQL function inline_code_block line " + line + what;
  }

  private static String title(Step step) {
    return switch (step) {
      case Step.Block _ -> "statement block";
      case Step.Assign _ -> "assignment";
      case Step.If _ -> "IF";
      case Step.Case _ -> "CASE";
      case Step.Loop loop -> loop.condition() == null ? "LOOP" : "WHILE";
      case Step.ForRange _ -> "FOR with integer loop variable";
      case Step.ForQuery loop ->
          loop.source() instanceof Step.DynamicSql
              ? "FOR over EXECUTE statement"
              : "FOR over SELECT rows";
      case Step.ForEach _ -> "FOREACH over array";
      case Step.Leave leave -> leave.isExit() ? "EXIT" : "CONTINUE";
      case Step.Run run ->
          run.source() instanceof Step.DynamicSql
              ? "EXECUTE"
              : run.isPerform() ? "PERFORM" : "SQL statement";
      case Step.Diagnostics diagnostics ->
          diagnostics.stacked() ? "GET STACKED DIAGNOSTICS" : "GET DIAGNOSTICS";
      case Step.Raise _ -> "RAISE";
      case Step.Assert _ -> "ASSERT";
      case Step.Return _ -> "RETURN";
      case Step.End end -> end.isCommit() ? "COMMIT" : "ROLLBACK";
      case Step.Nothing _ -> "NULL";
    };
  }

  private Flow run(Step step) {
    switch (step) {
      case Step.Block block -> {
        return block(block);
      }
      case Step.Assign assign -> statements.assign(assign);
      case Step.If choice -> {
        return choose(choice);
      }
      case Step.Case choice -> {
        return choose(choice);
      }
      case Step.Loop loop -> {
        return loops.run(loop);
      }
      case Step.ForRange loop -> {
        return loops.run(loop);
      }
      case Step.ForQuery loop -> {
        return loops.run(loop);
      }
      case Step.ForEach loop -> {
        return loops.run(loop);
      }
      case Step.Leave leave -> {
        boolean stays = leave.condition() != null && !isTrue(leave.condition());
        Flow.Kind kind = leave.isExit() ? Flow.Kind.EXIT : Flow.Kind.CONTINUE;
        return stays ? Flow.NEXT : new Flow(kind, leave.label());
      }
      case Step.Run run -> statements.run(run);
      case Step.Diagnostics diagnostics -> diagnose(diagnostics);
      case Step.Raise raise -> raise(raise);
      case Step.Assert assertion -> check(assertion);
      case Step.Return _ -> {
        return Flow.RETURN;
      }
      case Step.End end -> end(end);
      case Step.Nothing _ -> {}
    }
    return Flow.NEXT;
  }

  private boolean isTrue(Fragment condition) {
    return variables.isTrue(evaluator.value(condition));
  }

  private Flow block(Step.Block block) {
    try {
      block.variables().forEach(this::initialize);
    } catch (ColonnadeException e) {
      throw placed(e, block.line(), " during statement block local variable initialization");
    }
    Flow flow = block.handlers().isEmpty() ? steps(block.body()) : guarded(block);
    return flow.afterBlock(block.label());
  }

  private void initialize(Variable variable) {
    variables.clear(variable);
    if (variable.initial() != null) {
      statements.assign(variable, variable.initial());
    }
  }

  private Flow guarded(Step.Block block) {
    String savepoint = "$block" + savepointCount;
    session.savepoint(savepoint);
    savepointCount++;
    try {
      Flow flow = steps(block.body());
      savepointCount--;
      session.release(savepoint);
      return flow;
    } catch (ColonnadeException e) {
      savepointCount = Integer.parseInt(savepoint.substring("$block".length()));
      Step.Handler handler = handlerOf(block, e);
      if (handler == null) {
        throw e;
      }
      session.rollbackTo(savepoint);
      session.release(savepoint);
      return handle(handler, e);
    }
  }

  private static Step.@Nullable Handler handlerOf(Step.Block block, ColonnadeException e) {
    if (e.code() == ErrorCode.SHUTTING_DOWN || e.code().category() == ErrorCode.Category.FATAL) {
      return null;
    }
    for (Step.Handler handler : block.handlers()) {
      if (handler.conditions().stream().anyMatch(condition -> condition.matches(e.sqlState()))) {
        return handler;
      }
    }
    return null;
  }

  private Flow handle(Step.Handler handler, ColonnadeException e) {
    variables.write(handler.state(), Value.text(e.sqlState()));
    variables.write(handler.message(), Value.text(String.valueOf(e.getMessage())));
    handled.push(e);
    try {
      return steps(handler.body());
    } finally {
      handled.pop();
    }
  }

  private Flow choose(Step.If choice) {
    for (Step.Branch branch : choice.branches()) {
      if (isTrue(branch.condition())) {
        return steps(branch.body());
      }
    }
    return steps(choice.otherwise());
  }

  private Flow choose(Step.Case choice) {
    Value subject = choice.subject() == null ? null : evaluator.value(choice.subject());
    for (Step.Branch branch : choice.branches()) {
      Value matches =
          subject == null
              ? evaluator.value(branch.condition())
              : evaluator.value(branch.condition(), List.of(subject));
      if (variables.isTrue(matches)) {
        return steps(branch.body());
      }
    }
    List<Step> otherwise = choice.otherwise();
    if (otherwise == null) {
      throw new ColonnadeException(
          ErrorCode.CASE_NOT_FOUND,
          "case not found",
          ErrorFields.NONE.withHint("CASE statement is missing ELSE part."));
    }
    return steps(otherwise);
  }

  private void raise(Step.Raise raise) {
    if (raise.what() == null) {
      ColonnadeException last = handled.peek();
      if (last == null) {
        throw new ColonnadeException(
            ErrorCode.NO_ERROR_HANDLED,
            "RAISE without parameters cannot be used outside an exception handler");
      }
      placed = last;
      throw last;
    }
    ColonnadeException error = raising.raise(raise.what(), place(raise.line(), " at RAISE"));
    if (error != null) {
      throw error;
    }
  }

  private void check(Step.Assert assertion) {
    if (isTrue(assertion.condition())) {
      return;
    }
    String message =
        assertion.message() == null ? null : variables.text(evaluator.value(assertion.message()));
    throw new ColonnadeException(
        ErrorCode.ASSERT_FAILURE, message == null ? "assertion failed" : message);
  }

  private void diagnose(Step.Diagnostics diagnostics) {
    ColonnadeException last = handled.peek();
    if (diagnostics.stacked() && last == null) {
      throw new ColonnadeException(
          ErrorCode.NO_ERROR_HANDLED,
          "GET STACKED DIAGNOSTICS cannot be used outside an exception handler");
    }
    for (Step.Item item : diagnostics.items()) {
      Value value =
          last == null || !diagnostics.stacked()
              ? ofStatement(item.name(), diagnostics.line())
              : Value.text(ofError(item.name(), last));
      statements.write(item.target(), value);
    }
  }

  private Value ofStatement(String item, int line) {
    return switch (item) {
      case "row_count" -> Value.of(SqlType.of(TypeKind.BIGINT), statements.rowCount());
      case "pg_context" -> Value.text(place(line, " at GET DIAGNOSTICS"));
      default -> throw unknownItem(item);
    };
  }

  private static String ofError(String item, ColonnadeException e) {
    ErrorFields fields = e.fields();
    String text =
        switch (item) {
          case "returned_sqlstate" -> e.sqlState();
          case "message_text" -> e.getMessage();
          case "pg_exception_detail" -> fields.detail();
          case "pg_exception_hint" -> fields.hint();
          case "pg_exception_context" -> fields.origin().context();
          case "column_name" -> fields.column();
          case "constraint_name" -> fields.constraint();
          case "table_name" -> fields.table();
          case "schema_name" -> fields.table() == null ? "" : "public";
          case "pg_datatype_name" -> "";
          default -> throw unknownItem(item);
        };
    return text == null ? "" : text;
  }

  private static ColonnadeException unknownItem(String item) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "unrecognized GET DIAGNOSTICS item at or near \"%s\"".formatted(item));
  }

  private void end(Step.End end) {
    if (savepointCount > 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TRANSACTION_TERMINATION,
          "cannot %s while a subtransaction is active"
              .formatted(end.isCommit() ? "commit" : "roll back"));
    }
    loops.bufferRows();
    session.endTransaction(end.isCommit(), end.chain());
  }
}
