package dev.colonnade.testing.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TidyTest {
  @TempDir private Path module;

  @Test
  void shouldFindNothingInThisModule() {
    assertThat(Tidy.ofModule().violations()).isEmpty();
  }

  @Test
  void shouldAcceptATidyType() throws IOException {
    write("a", "package-info", "/** Letters. */\npackage a;\n");
    write("a", "A", "package a;\n/** Letter. */\nfinal class A {}\n");
    assertThat(Tidy.of(module).violations()).isEmpty();
  }

  @Test
  void shouldReportAJavadocThatIsAQuestion() throws IOException {
    write("a", "package-info", "/** Letters. */\npackage a;\n");
    write("a", "A", "package a;\n\n/** What a letter is. */\nfinal class A {}\n");
    assertThat(messages()).singleElement().asString().contains("A.java:3:", "\"What\"");
  }

  @Test
  void shouldReportWordsWithTheBetterTerm() throws IOException {
    write("a", "package-info", "/** Letters. */\npackage a;\n");
    write("a", "A", "package a;\nfinal class A {\n  // The ro" + "oms of A.\n}\n");
    write("a", "B", "package a;\nfinal class BSea" + "ms {}\n");
    assertThat(messages())
        .satisfiesExactlyInAnyOrder(
            message -> assertThat(message).contains("A.java:3:", "package, module"),
            message -> assertThat(message).contains("B.java:2:", "...Dependencies"));
  }

  @Test
  void shouldReportSizes() throws IOException {
    write("a", "package-info", "/** Letters. */\npackage a;\n");
    String longMethod = "void m() {" + "\n".repeat(SizeRule.METHOD_LINES_MAX) + "}";
    write("a", "A", "package a;\nfinal class A {\n" + longMethod + "\n}\n");
    write("a", "B", "package a;" + "\n".repeat(SizeRule.FILE_LINES_MAX) + "final class B {}\n");
    assertThat(messages())
        .satisfiesExactlyInAnyOrder(
            message -> assertThat(message).contains("A.java:3:", "method m has 71 lines"),
            message -> assertThat(message).contains("B.java:1:", "file has 601 lines"));
  }

  @Test
  void shouldReportCrowdedPackagesAndThoseWithoutADescription() throws IOException {
    for (int i = 0; i <= PackageRule.TYPES_MAX; i++) {
      write("a", "A" + i, "package a;\nfinal class A" + i + " {}\n");
    }
    assertThat(messages())
        .satisfiesExactlyInAnyOrder(
            message -> assertThat(message).contains("package a has 16 types"),
            message -> assertThat(message).contains("package a has no package-info.java"));
  }

  @Test
  void shouldReportCyclesBeyondSealedFamilies() throws IOException {
    write("a", "package-info", "/** Letters. */\npackage a;\n");
    write("a", "A", "package a;\nfinal class A { B b; }\n");
    write("a", "B", "package a;\nfinal class B { C c; }\n");
    write("a", "C", "package a;\nfinal class C { A a; }\n");
    write("a", "S", "package a;\nsealed interface S permits T { T first(); }\n");
    write("a", "T", "package a;\nrecord T(S other) implements S {}\n");
    assertThat(messages()).singleElement().asString().contains("[a.A, a.B, a.C]");
    assertThat(Tidy.of(module).toleratingCycle("A", "B", "C").violations()).isEmpty();
  }

  @Test
  void shouldReportCyclesBetweenPackages() throws IOException {
    write("a", "package-info", "/** Letters. */\npackage a;\n");
    write("b", "package-info", "/** Letters. */\npackage b;\n");
    write("a", "A", "package a;\nimport b.B;\nfinal class A { B b; }\n");
    write("a", "D", "package a;\npublic final class D {}\n");
    write("b", "B", "package b;\nimport a.D;\npublic final class B { D d; }\n");
    assertThat(messages()).singleElement().asString().contains("packages form a cycle: [a, b]");
  }

  @Test
  void shouldReportGeneratedFiles() throws IOException {
    write("a", "package-info", "/** Letters. */\npackage a;\n");
    Files.write(module.resolve("src/main/java/a/A.class"), new byte[4]);
    assertThat(messages()).singleElement().asString().contains("A.class", "generated file");
  }

  @Test
  void shouldLeaveExemptPackagesAlone() throws IOException {
    write("a.b", "A", "package a.b;\n/** How. */\nfinal class A {}\n");
    assertThat(Tidy.of(module).exempting("a").violations()).isEmpty();
    assertThat(Tidy.of(module).exempting("a.c").violations()).hasSize(2);
  }

  private List<String> messages() {
    return Tidy.of(module).violations().stream().map(Violation::toString).toList();
  }

  private void write(String packageName, String name, String text) throws IOException {
    Path folder = module.resolve("src/main/java").resolve(packageName.replace('.', '/'));
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(name + ".java"), text);
  }
}
