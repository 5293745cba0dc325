package dev.colonnade.server.tools;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.exception.ConstraintViolationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of Hibernate: schema creation and validation, and reads and writes of entities. */
@Tag("integration")
@Timeout(600)
final class HibernateTest {
  @ParameterizedTest
  @EnumSource
  void shouldPersistEntities(ToolServer.Protocol protocol, @TempDir Path folder) {
    try (ToolServer server = ToolServer.start(folder)) {
      Long author;
      try (SessionFactory sessions = sessions(server, protocol, "create")) {
        author = insert(sessions);
        query(sessions, author);
        change(sessions, author);
      }
      try (SessionFactory sessions = sessions(server, protocol, "validate")) {
        lock(sessions, author);
        refuse(sessions);
        delete(sessions, author);
      }
    }
  }

  private static SessionFactory sessions(
      ToolServer server, ToolServer.Protocol protocol, String schemaAction) {
    return new Configuration()
        .addAnnotatedClass(Author.class)
        .addAnnotatedClass(Book.class)
        .setProperty("hibernate.connection.url", server.url(protocol))
        .setProperty("hibernate.connection.username", "colonnade")
        .setProperty("hibernate.connection.password", "")
        .setProperty("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
        .setProperty("hibernate.jdbc.batch_size", "20")
        .setProperty("hibernate.hbm2ddl.auto", schemaAction)
        .setProperty("hibernate.hbm2ddl.halt_on_error", "true")
        .buildSessionFactory();
  }

  private static Long insert(SessionFactory sessions) {
    return sessions.fromTransaction(
        session -> {
          Author author = new Author();
          author.name = "Ursula";
          author.born = LocalDate.of(1929, 10, 21);
          for (int i = 0; i < 30; i++) {
            Book book = new Book();
            book.title = "Book " + i;
            book.price = new BigDecimal(i + ".50");
            book.genre = i % 2 == 0 ? Genre.NOVEL : Genre.ESSAY;
            book.isbn = new UUID(1, i);
            book.printed = Instant.parse("2020-01-01T00:00:00Z");
            book.cover = new byte[] {1, 2, (byte) i};
            book.author = author;
            author.books.add(book);
          }
          session.persist(author);
          return requireNonNull(author.id);
        });
  }

  private static void query(SessionFactory sessions, Long id) {
    sessions.inTransaction(
        session -> {
          Author author = session.find(Author.class, id);
          assertThat(author.name).isEqualTo("Ursula");
          assertThat(author.born).isEqualTo(LocalDate.of(1929, 10, 21));
          assertThat(author.books).hasSize(30);
          List<Book> found =
              session
                  .createSelectionQuery(
                      "from Book b join fetch b.author where b.price > :least"
                          + " and b.genre = :genre and lower(b.title) like 'book%'"
                          + " order by b.price desc",
                      Book.class)
                  .setParameter("least", new BigDecimal("10"))
                  .setParameter("genre", Genre.NOVEL)
                  .setFirstResult(1)
                  .setMaxResults(3)
                  .list();
          assertThat(found)
              .extracting(book -> book.title)
              .containsExactly("Book 26", "Book 24", "Book 22");
          assertThat(found.get(0).isbn).isEqualTo(new UUID(1, 26));
          assertThat(found.get(0).cover).containsExactly(1, 2, 26);
          assertThat(found.get(0).printed).isEqualTo(Instant.parse("2020-01-01T00:00:00Z"));
          Object[] sums =
              session
                  .createSelectionQuery(
                      "select b.genre, count(b), sum(b.price), max(b.title) from Book b"
                          + " group by b.genre having count(b) > 1 order by b.genre",
                      Object[].class)
                  .list()
                  .get(0);
          assertThat(sums).containsExactly(Genre.ESSAY, 15L, new BigDecimal("232.50"), "Book 9");
        });
  }

  private static void change(SessionFactory sessions, Long id) {
    try (Session first = sessions.openSession();
        Session second = sessions.openSession()) {
      Author firstCopy = first.find(Author.class, id);
      Author secondCopy = second.find(Author.class, id);
      first.beginTransaction();
      firstCopy.name = "Ursula K.";
      first.getTransaction().commit();
      second.beginTransaction();
      secondCopy.name = "U.";
      assertThatThrownBy(() -> second.getTransaction().commit())
          .hasRootCauseInstanceOf(org.hibernate.StaleStateException.class)
          .isInstanceOf(OptimisticLockException.class);
    }
  }

  private static void lock(SessionFactory sessions, Long id) {
    sessions.inTransaction(
        session -> {
          Author author = session.find(Author.class, id, LockModeType.PESSIMISTIC_WRITE);
          assertThat(author.name).isEqualTo("Ursula K.");
          int changed =
              session
                  .createMutationQuery("update Book b set b.price = b.price + 1 where b.price < 3")
                  .executeUpdate();
          assertThat(changed).isEqualTo(3);
        });
  }

  private static void refuse(SessionFactory sessions) {
    assertThatThrownBy(
            () ->
                sessions.inTransaction(
                    session -> {
                      for (int i = 0; i < 2; i++) {
                        Author author = new Author();
                        author.name = "The same";
                        session.persist(author);
                      }
                      session.flush();
                    }))
        .isInstanceOfSatisfying(
            ConstraintViolationException.class,
            refused -> {
              assertThat(refused.getSQLState()).isEqualTo("23505");
              assertThat(refused.getConstraintName()).contains("name");
            });
  }

  private static void delete(SessionFactory sessions, Long id) {
    sessions.inTransaction(session -> session.remove(session.find(Author.class, id)));
    sessions.inTransaction(
        session ->
            assertThat(
                    session
                        .createSelectionQuery("select count(b) from Book b", Long.class)
                        .getSingleResult())
                .isZero());
  }

  enum Genre {
    ESSAY,
    NOVEL
  }

  /** Entity whose key is an identity column. */
  @Entity(name = "Author")
  @Table(name = "author")
  static class Author {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Nullable Long id;

    @Column(length = 50, nullable = false, unique = true, name = "full_name")
    @Nullable String name;

    @Nullable LocalDate born;

    @Version int version;

    @OneToMany(mappedBy = "author", cascade = CascadeType.ALL, orphanRemoval = true)
    List<Book> books = new ArrayList<>();
  }

  /** Entity whose key comes from a sequence. */
  @Entity(name = "Book")
  @Table(name = "book")
  static class Book {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    @Nullable Long id;

    @Nullable String title;

    @Column(precision = 10, scale = 2)
    @Nullable BigDecimal price;

    @Enumerated(EnumType.STRING)
    @Nullable Genre genre;

    @Nullable UUID isbn;
    @Nullable Instant printed;
    byte @Nullable [] cover;

    @ManyToOne(optional = false)
    @Nullable Author author;
  }
}
