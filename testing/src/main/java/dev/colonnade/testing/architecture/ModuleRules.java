package dev.colonnade.testing.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/** Rules that the modules of the database have in common. */
public final class ModuleRules {
  private static final Set<String> SYSTEM_CLOCKS = Set.of("nanoTime", "currentTimeMillis");

  private ModuleRules() {}

  /** Returns the compiled classes of the module in the working directory, without its tests. */
  public static JavaClasses mainClasses() {
    return new ClassFileImporter().importPath(Path.of("target", "classes"));
  }

  /** Returns the packages without a {@code package-info.java} that is {@code @NullMarked}. */
  public static List<String> undescribedPackages(JavaClasses classes) {
    return classes.stream()
        .map(JavaClass::getPackage)
        .distinct()
        .filter(name -> !name.isAnnotatedWith(NullMarked.class))
        .map(name -> name.getName())
        .toList();
  }

  /** No static state that changes. */
  public static ArchRule noStaticMutableState() {
    return fields().that().areStatic().should().beFinal().allowEmptyShould(true);
  }

  /** No sockets. */
  public static ArchRule noNetwork() {
    return noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("io.netty..").or(resideInAPackage("java.net..")));
  }

  /** No program: a library has no {@code main}. */
  public static ArchRule noMain() {
    return noMethods().should().haveName("main").andShould().beStatic();
  }

  /** The system's clock is read in one package only. */
  public static ArchRule systemClockOnlyIn(String packageName) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(packageName)
        .should()
        .accessTargetWhere(describe("the system clock is read", ModuleRules::readsSystemClock));
  }

  /** A library is used in one package, and those below it, only. */
  public static ArchRule libraryOnlyIn(String packageName, String library) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(packageName)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }

  private static boolean readsSystemClock(JavaAccess<?> access) {
    JavaClass owner = access.getTarget().getOwner();
    String name = access.getTarget().getName();
    return (owner.isEquivalentTo(System.class) && SYSTEM_CLOCKS.contains(name))
        || (owner.isEquivalentTo(Clock.class) && name.startsWith("system"))
        || (owner.getPackageName().equals("java.time") && name.equals("now"));
  }
}
