package dev.colonnade.sql.parser.command;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.TransactionCommand;
import dev.colonnade.sql.syntax.command.TransactionCommand.Mode;
import dev.colonnade.sql.syntax.command.TransactionCommand.ModeKind;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.ArrayList;
import java.util.List;

/** Parser of commands about transactions. */
final class TransactionParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;

  TransactionParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
  }

  Command parse(Keyword keyword) {
    int position = tokens.position();
    tokens.advance();
    return switch (keyword) {
      case BEGIN -> {
        acceptWork();
        yield new TransactionCommand.Begin(false, optionalModes(), position);
      }
      case START -> {
        tokens.expect(Keyword.TRANSACTION);
        yield new TransactionCommand.Begin(true, optionalModes(), position);
      }
      case PREPARE -> {
        tokens.expect(Keyword.TRANSACTION);
        yield new TransactionCommand.TwoPhase("PREPARE TRANSACTION", tokens.string(), position);
      }
      case COMMIT ->
          tokens.accept(Keyword.PREPARED)
              ? new TransactionCommand.TwoPhase("COMMIT PREPARED", tokens.string(), position)
              : commit(position);
      case END -> commit(position);
      case ROLLBACK -> rollback(position);
      case ABORT -> {
        acceptWork();
        yield new TransactionCommand.Rollback(chain(), position);
      }
      case SAVEPOINT -> new TransactionCommand.Savepoint(names.column(), position);
      case RELEASE -> {
        if (tokens.at(Keyword.SAVEPOINT) && names.isColumn(1)) {
          tokens.advance();
        }
        yield new TransactionCommand.Release(names.column(), position);
      }
      default -> lock(position);
    };
  }

  private void acceptWork() {
    if (!tokens.accept(Keyword.WORK)) {
      tokens.accept(Keyword.TRANSACTION);
    }
  }

  private boolean chain() {
    if (!tokens.accept(Keyword.AND)) {
      return false;
    }
    boolean chain = !tokens.accept(Keyword.NO);
    tokens.expect(Keyword.CHAIN);
    return chain;
  }

  private Command commit(int position) {
    acceptWork();
    return new TransactionCommand.Commit(chain(), position);
  }

  private Command rollback(int position) {
    if (tokens.accept(Keyword.PREPARED)) {
      return new TransactionCommand.TwoPhase("ROLLBACK PREPARED", tokens.string(), position);
    }
    acceptWork();
    if (!tokens.accept(Keyword.TO)) {
      return new TransactionCommand.Rollback(chain(), position);
    }
    if (tokens.at(Keyword.SAVEPOINT) && names.isColumn(1)) {
      tokens.advance();
    }
    return new TransactionCommand.RollbackTo(names.column(), position);
  }

  private List<Mode> optionalModes() {
    return isMode() ? modes() : List.of();
  }

  /** Returns one or more characteristics. */
  List<Mode> modes() {
    List<Mode> modes = new ArrayList<>();
    modes.add(mode());
    while (tokens.at(TokenKind.COMMA) || isMode()) {
      tokens.accept(TokenKind.COMMA);
      modes.add(mode());
    }
    return List.copyOf(modes);
  }

  private boolean isMode() {
    return tokens.at(Keyword.ISOLATION)
        || tokens.at(Keyword.READ)
        || tokens.at(Keyword.DEFERRABLE)
        || tokens.at(Keyword.NOT);
  }

  private Mode mode() {
    int position = tokens.position();
    if (tokens.accept(Keyword.ISOLATION)) {
      tokens.expect(Keyword.LEVEL);
      return new Mode(isolation(), position);
    }
    if (tokens.accept(Keyword.READ)) {
      boolean only = tokens.accept(Keyword.ONLY);
      if (!only) {
        tokens.expect(Keyword.WRITE);
      }
      return new Mode(only ? ModeKind.READ_ONLY : ModeKind.READ_WRITE, position);
    }
    boolean negated = tokens.accept(Keyword.NOT);
    tokens.expect(Keyword.DEFERRABLE);
    return new Mode(negated ? ModeKind.NOT_DEFERRABLE : ModeKind.DEFERRABLE, position);
  }

  private ModeKind isolation() {
    if (tokens.accept(Keyword.SERIALIZABLE)) {
      return ModeKind.SERIALIZABLE;
    }
    if (tokens.accept(Keyword.REPEATABLE)) {
      tokens.expect(Keyword.READ);
      return ModeKind.REPEATABLE_READ;
    }
    tokens.expect(Keyword.READ);
    boolean committed = tokens.accept(Keyword.COMMITTED);
    if (!committed) {
      tokens.expect(Keyword.UNCOMMITTED);
    }
    return committed ? ModeKind.READ_COMMITTED : ModeKind.READ_UNCOMMITTED;
  }

  private Command lock(int position) {
    tokens.accept(Keyword.TABLE);
    List<FromItem.Relation> tables = tokens.list(grammar::relation);
    String mode = null;
    if (tokens.accept(Keyword.IN)) {
      mode = lockMode();
      tokens.expect(Keyword.MODE);
    }
    return new TransactionCommand.Lock(tables, mode, tokens.accept(Keyword.NOWAIT), position);
  }

  private String lockMode() {
    if (tokens.accept(Keyword.EXCLUSIVE)) {
      return "EXCLUSIVE";
    }
    if (tokens.accept(Keyword.ACCESS)) {
      return "ACCESS " + shareOrExclusive();
    }
    if (tokens.accept(Keyword.ROW)) {
      return "ROW " + shareOrExclusive();
    }
    tokens.expect(Keyword.SHARE);
    if (tokens.accept(Keyword.UPDATE)) {
      tokens.expect(Keyword.EXCLUSIVE);
      return "SHARE UPDATE EXCLUSIVE";
    }
    if (tokens.accept(Keyword.ROW)) {
      tokens.expect(Keyword.EXCLUSIVE);
      return "SHARE ROW EXCLUSIVE";
    }
    return "SHARE";
  }

  private String shareOrExclusive() {
    if (tokens.accept(Keyword.SHARE)) {
      return "SHARE";
    }
    tokens.expect(Keyword.EXCLUSIVE);
    return "EXCLUSIVE";
  }
}
