package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.sql.block.parse.BlockParser;
import dev.colonnade.sql.block.tree.BlockStep;
import dev.colonnade.sql.block.tree.BlockVariable;
import dev.colonnade.sql.block.tree.ParsedBlock;
import dev.colonnade.sql.block.tree.SqlFragment;
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
  private final BlockVariables variables;
  private final Evaluator evaluator;
  private final RaiseExecutor raising;
  private final StatementExecutor statements;
  private final LoopExecutor loops;

  /** Errors that handlers are processing, the innermost first. */
  private final Deque<ColonnadeException> handled = new ArrayDeque<>();

  /** Number of running blocks that have exception handlers, each of which has a savepoint. */
  private int savepointCount;

  /** Last error that has its context lines already. */
  private @Nullable ColonnadeException placed;

  private BlockInterpreter(BlockSession session, ParsedBlock text) {
    this.session = session;
    AssignmentCasts conversions = new AssignmentCasts(session);
    this.variables =
        new BlockVariables(conversions, new DeclarationResolver(session).cells(text.variables()));
    this.evaluator = new Evaluator(session, variables);
    this.raising = new RaiseExecutor(session, evaluator, variables);
    this.statements = new StatementExecutor(session, evaluator, variables, text.found());
    this.loops = new LoopExecutor(this::runIteration, evaluator, variables, statements);
  }

  /**
   * Runs the block of a text.
   *
   * @throws ColonnadeException with the position in the text if it is not valid, or with the line
   *     of the failed statement as its context
   */
  public static void run(String text, BlockSession session) {
    ParsedBlock read =
        BlockParser.parse(text, name -> DeclarationResolver.isRowType(name, session));
    new BlockInterpreter(session, read).run(read);
  }

  private void run(ParsedBlock text) {
    variables.write(text.found(), truth(false));
    step(text.block());
  }

  private static TypedValue truth(boolean value) {
    return TypedValue.of(SqlType.of(TypeKind.BOOLEAN), value);
  }

  /** Runs statements until one of them leaves the list. */
  private ControlFlow steps(List<BlockStep> steps) {
    for (BlockStep step : steps) {
      ControlFlow flow = step(step);
      if (flow.kind() != ControlFlow.Kind.NEXT) {
        return flow;
      }
    }
    return ControlFlow.NEXT;
  }

  /**
   * Runs one iteration of a loop; checks for cancellation, so that an empty loop can be canceled
   * too.
   */
  private ControlFlow runIteration(List<BlockStep> body) {
    session.checkCanceled();
    return steps(body);
  }

  private ControlFlow step(BlockStep step) {
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

  private static String title(BlockStep step) {
    return switch (step) {
      case BlockStep.Block _ -> "statement block";
      case BlockStep.Assign _ -> "assignment";
      case BlockStep.If _ -> "IF";
      case BlockStep.Case _ -> "CASE";
      case BlockStep.Loop loop -> loop.condition() == null ? "LOOP" : "WHILE";
      case BlockStep.ForRange _ -> "FOR with integer loop variable";
      case BlockStep.ForQuery loop ->
          loop.source() instanceof BlockStep.DynamicSql
              ? "FOR over EXECUTE statement"
              : "FOR over SELECT rows";
      case BlockStep.ForEach _ -> "FOREACH over array";
      case BlockStep.Leave leave -> leave.isExit() ? "EXIT" : "CONTINUE";
      case BlockStep.Run run ->
          run.source() instanceof BlockStep.DynamicSql
              ? "EXECUTE"
              : run.isPerform() ? "PERFORM" : "SQL statement";
      case BlockStep.Diagnostics diagnostics ->
          diagnostics.stacked() ? "GET STACKED DIAGNOSTICS" : "GET DIAGNOSTICS";
      case BlockStep.Raise _ -> "RAISE";
      case BlockStep.Assert _ -> "ASSERT";
      case BlockStep.Return _ -> "RETURN";
      case BlockStep.End end -> end.isCommit() ? "COMMIT" : "ROLLBACK";
      case BlockStep.Nothing _ -> "NULL";
    };
  }

  private ControlFlow run(BlockStep step) {
    switch (step) {
      case BlockStep.Block block -> {
        return block(block);
      }
      case BlockStep.Assign assign -> statements.assign(assign);
      case BlockStep.If choice -> {
        return choose(choice);
      }
      case BlockStep.Case choice -> {
        return choose(choice);
      }
      case BlockStep.Loop loop -> {
        return loops.run(loop);
      }
      case BlockStep.ForRange loop -> {
        return loops.run(loop);
      }
      case BlockStep.ForQuery loop -> {
        return loops.run(loop);
      }
      case BlockStep.ForEach loop -> {
        return loops.run(loop);
      }
      case BlockStep.Leave leave -> {
        boolean stays = leave.condition() != null && !isTrue(leave.condition());
        ControlFlow.Kind kind = leave.isExit() ? ControlFlow.Kind.EXIT : ControlFlow.Kind.CONTINUE;
        return stays ? ControlFlow.NEXT : new ControlFlow(kind, leave.label());
      }
      case BlockStep.Run run -> statements.run(run);
      case BlockStep.Diagnostics diagnostics -> diagnose(diagnostics);
      case BlockStep.Raise raise -> raise(raise);
      case BlockStep.Assert assertion -> check(assertion);
      case BlockStep.Return _ -> {
        return ControlFlow.RETURN;
      }
      case BlockStep.End end -> end(end);
      case BlockStep.Nothing _ -> {}
    }
    return ControlFlow.NEXT;
  }

  private boolean isTrue(SqlFragment condition) {
    return variables.isTrue(evaluator.value(condition));
  }

  private ControlFlow block(BlockStep.Block block) {
    try {
      block.variables().forEach(this::initialize);
    } catch (ColonnadeException e) {
      throw placed(e, block.line(), " during statement block local variable initialization");
    }
    ControlFlow flow = block.handlers().isEmpty() ? steps(block.body()) : guarded(block);
    return flow.afterBlock(block.label());
  }

  private void initialize(BlockVariable variable) {
    variables.clear(variable);
    if (variable.initial() != null) {
      statements.assign(variable, variable.initial());
    } else {
      variables.requireNullAllowed(variable);
    }
  }

  private ControlFlow guarded(BlockStep.Block block) {
    String savepoint = "$block" + savepointCount;
    session.savepoint(savepoint);
    savepointCount++;
    try {
      ControlFlow flow = steps(block.body());
      savepointCount--;
      session.release(savepoint);
      return flow;
    } catch (ColonnadeException e) {
      savepointCount = Integer.parseInt(savepoint.substring("$block".length()));
      BlockStep.Handler handler = handlerOf(block, e);
      if (handler == null) {
        throw e;
      }
      session.rollbackTo(savepoint);
      session.release(savepoint);
      return handle(handler, e);
    }
  }

  private static BlockStep.@Nullable Handler handlerOf(
      BlockStep.Block block, ColonnadeException e) {
    if (e.code() == ErrorCode.SHUTTING_DOWN || e.code().category() == ErrorCode.Category.FATAL) {
      return null;
    }
    for (BlockStep.Handler handler : block.handlers()) {
      if (handler.conditions().stream().anyMatch(condition -> condition.matches(e.sqlState()))) {
        return handler;
      }
    }
    return null;
  }

  private ControlFlow handle(BlockStep.Handler handler, ColonnadeException e) {
    variables.write(handler.state(), TypedValue.text(e.sqlState()));
    variables.write(handler.message(), TypedValue.text(String.valueOf(e.getMessage())));
    handled.push(e);
    try {
      return steps(handler.body());
    } finally {
      handled.pop();
    }
  }

  private ControlFlow choose(BlockStep.If choice) {
    for (BlockStep.Branch branch : choice.branches()) {
      if (isTrue(branch.condition())) {
        return steps(branch.body());
      }
    }
    return steps(choice.otherwise());
  }

  private ControlFlow choose(BlockStep.Case choice) {
    TypedValue subject = choice.subject() == null ? null : evaluator.value(choice.subject());
    for (BlockStep.Branch branch : choice.branches()) {
      TypedValue matches =
          subject == null
              ? evaluator.value(branch.condition())
              : evaluator.value(branch.condition(), List.of(subject));
      if (variables.isTrue(matches)) {
        return steps(branch.body());
      }
    }
    List<BlockStep> otherwise = choice.otherwise();
    if (otherwise == null) {
      throw new ColonnadeException(
          ErrorCode.CASE_NOT_FOUND,
          "case not found",
          ErrorFields.NONE.withHint("CASE statement is missing ELSE part."));
    }
    return steps(otherwise);
  }

  private void raise(BlockStep.Raise raise) {
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

  private void check(BlockStep.Assert assertion) {
    if (isTrue(assertion.condition())) {
      return;
    }
    String message =
        assertion.message() == null ? null : variables.text(evaluator.value(assertion.message()));
    throw new ColonnadeException(
        ErrorCode.ASSERT_FAILURE, message == null ? "assertion failed" : message);
  }

  private void diagnose(BlockStep.Diagnostics diagnostics) {
    ColonnadeException last = handled.peek();
    if (diagnostics.stacked() && last == null) {
      throw new ColonnadeException(
          ErrorCode.NO_ERROR_HANDLED,
          "GET STACKED DIAGNOSTICS cannot be used outside an exception handler");
    }
    for (BlockStep.Item item : diagnostics.items()) {
      TypedValue value =
          last == null || !diagnostics.stacked()
              ? ofStatement(item.name(), diagnostics.line())
              : TypedValue.text(ofError(item.name(), last));
      statements.write(item.target(), value);
    }
  }

  private TypedValue ofStatement(String item, int line) {
    return switch (item) {
      case "row_count" -> TypedValue.of(SqlType.of(TypeKind.BIGINT), statements.rowCount());
      case "pg_context" -> TypedValue.text(place(line, " at GET DIAGNOSTICS"));
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

  private void end(BlockStep.End end) {
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
