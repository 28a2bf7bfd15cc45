package org.sennit.examples.heat;

/**
 * The picture that heat draws when the user names none: a sennit of three strands at three
 * temperatures, with a row of small hot studs above and below, on cold ground.
 *
 * <p>Any thread. Drawn by arithmetic alone, so it has the same bits on every machine.
 */
final class Braid {
    private static final float[] STRAND_TEMPERATURE = {1.0f, 0.86f, 0.72f};
    private static final float STUD_TEMPERATURE = 0.95f;
    private static final double PLAITS = 2.0; // periods across the picture
    private static final double AMPLITUDE = 0.2; // these three in heights of the picture
    private static final double STRAND_RADIUS = 0.022;
    private static final double STUD_RADIUS = 0.014;
    private static final double STUD_ROW = 0.13;
    private static final int STUDS = 11;

    private final int width;
    private final int height;
    private final float[] brightness;

    private Braid(int width, int height) {
        this.width = width;
        this.height = height;
        this.brightness = new float[width * height];
    }

    static Picture draw(int width, int height) {
        Braid braid = new Braid(width, height);
        braid.drawStrands();
        braid.drawStuds();
        return new Picture(width, height, braid.brightness);
    }

    /** Dots along each strand; where strands cross, the one on top at that phase is drawn last. */
    private void drawStrands() {
        int dots = 4 * width;
        for (int layer = -1; layer <= 1; layer += 2) {
            for (int dot = 0; dot <= dots; dot++) {
                double along = (double) dot / dots;
                for (int strand = 0; strand < STRAND_TEMPERATURE.length; strand++) {
                    double phase = 2 * StrictMath.PI * (PLAITS * along + strand / 3.0);
                    boolean isOnTop = StrictMath.sin(2 * phase) > 0;
                    if (isOnTop == layer > 0) {
                        double y = 0.5 + AMPLITUDE * StrictMath.sin(phase);
                        disc(along * (width - 1), y * (height - 1), STRAND_RADIUS, STRAND_TEMPERATURE[strand]);
                    }
                }
            }
        }
    }

    private void drawStuds() {
        for (int stud = 0; stud < STUDS; stud++) {
            double x = (stud + 0.5) / STUDS * (width - 1);
            disc(x, STUD_ROW * (height - 1), STUD_RADIUS, STUD_TEMPERATURE);
            disc(x, (1 - STUD_ROW) * (height - 1), STUD_RADIUS, STUD_TEMPERATURE);
        }
    }

    private void disc(double centreX, double centreY, double radiusHeights, float temperature) {
        double radius = Math.max(0.5, radiusHeights * height);
        int top = Math.max(0, (int) Math.ceil(centreY - radius));
        int bottom = Math.min(height - 1, (int) Math.floor(centreY + radius));
        for (int y = top; y <= bottom; y++) {
            double half = Math.sqrt(radius * radius - (y - centreY) * (y - centreY));
            int left = Math.max(0, (int) Math.ceil(centreX - half));
            int right = Math.min(width - 1, (int) Math.floor(centreX + half));
            for (int x = left; x <= right; x++) {
                brightness[y * width + x] = temperature;
            }
        }
    }
}
