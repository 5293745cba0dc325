package dev.colonnade.sql.compare;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.compare.Comparison.Outcome;
import dev.colonnade.sql.compare.RecordedAnswers.Entry;
import dev.colonnade.sql.compare.RecordedAnswers.Round;
import dev.colonnade.sql.compare.schema.Schema;
import dev.colonnade.sql.compare.schema.SchemaGenerator;
import dev.colonnade.sql.compare.schema.TableDefinition;
import dev.colonnade.sql.compare.statement.StatementGenerator;
import dev.colonnade.sql.compare.statement.TestStatement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recorder of PostgreSQL's answers to statements without differences, and their replay. */
final class AnswerRecorder {
  static final int STATEMENTS_OF_ROUND = 40;
  private static final int ENTRY_LENGTH_MAX = 1_500;

  private final Participant postgres;
  private final Comparison comparison;
  private final RecordedAnswers recorded = new RecordedAnswers();

  AnswerRecorder(Participant postgres, Comparison comparison) {
    this.postgres = requireNonNull(postgres, "postgres is null");
    this.comparison = requireNonNull(comparison, "comparison is null");
  }

  /** Returns what was recorded. */
  String text() {
    return recorded.text();
  }

  /** Records a round of statements, without those whose text or answer is long. */
  void round(long seed) {
    Schema schema = comparison.load(new SchemaGenerator(seed).next(), new ArrayList<>());
    if (schema == null) {
      return;
    }
    recorded.add(schema);
    StatementGenerator statements = new StatementGenerator(seed, schema);
    for (int i = 0; i < STATEMENTS_OF_ROUND; i++) {
      TestStatement statement = statements.next();
      Outcome outcome = comparison.run(statement, schema);
      if (outcome.difference() == null && !outcome.isSkipped()) {
        Entry entry = entry(statement, schema);
        RecordedAnswers alone = new RecordedAnswers();
        alone.add(entry);
        if (alone.text().length() <= ENTRY_LENGTH_MAX) {
          recorded.add(entry);
        }
      }
    }
  }

  private Entry entry(TestStatement statement, Schema schema) {
    List<String> tables = schema.tables().stream().map(TableDefinition::name).toList();
    return new Entry(
        statement.sql(),
        statement.isChange(),
        AnswerComparison.of(statement.node()),
        answers(postgres, statement.sql(), statement.isChange(), tables));
  }

  private static List<Answer> answers(
      Participant participant, String sql, boolean isChange, List<String> tables) {
    List<Answer> answers = new ArrayList<>();
    if (!isChange) {
      answers.add(participant.execute(sql));
      return answers;
    }
    participant.execute("begin");
    answers.add(participant.execute(sql));
    if (!answers.getFirst().isFailure()) {
      tables.forEach(table -> answers.add(participant.execute("select * from " + table)));
    }
    participant.execute("rollback");
    return answers;
  }

  /** Runs recorded statements; returns what differs. */
  static List<String> replay(List<Round> rounds, Participant colonnade) {
    List<String> differences = new ArrayList<>();
    for (Round round : rounds) {
      for (String sql : round.definitions()) {
        Answer answer = colonnade.execute(sql);
        if (answer.isFailure()) {
          differences.add(sql + ": " + answer.describe(0));
        }
      }
      for (Entry entry : round.entries()) {
        Difference difference = replay(entry, round.tables(), colonnade);
        if (difference != null) {
          differences.add(
              "%s: %s%nPostgreSQL: %s%nColonnade:  %s"
                  .formatted(
                      difference.kind(),
                      entry.sql(),
                      difference.expected().describe(6),
                      difference.actual().describe(6)));
        }
      }
      for (String table : round.tables().reversed()) {
        colonnade.execute("drop table " + table + " cascade");
      }
    }
    return differences;
  }

  private static @Nullable Difference replay(
      Entry entry, List<String> tables, Participant colonnade) {
    List<Answer> answers = answers(colonnade, entry.sql(), entry.isChange(), tables);
    AnswerComparison comparison = entry.comparison();
    for (int i = 0; i < entry.answers().size(); i++) {
      Answer actual = i < answers.size() ? answers.get(i) : answers.getFirst();
      Difference difference = comparison.compare(entry.answers().get(i), actual);
      if (difference != null) {
        return difference;
      }
      comparison = AnswerComparison.ofTable();
    }
    return null;
  }
}
